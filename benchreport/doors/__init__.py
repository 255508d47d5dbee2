"""The doors: methods by question, ``br.two``, ``br.many`` and so on."""
