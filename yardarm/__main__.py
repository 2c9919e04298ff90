"""Run the command: `python -m yardarm`."""

from yardarm.command import main

if __name__ == "__main__":
    main()
