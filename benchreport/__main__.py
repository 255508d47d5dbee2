"""Run the command line: python -m benchreport."""

from benchreport.cli import main

if __name__ == "__main__":
    main(prog_name="benchreport")
