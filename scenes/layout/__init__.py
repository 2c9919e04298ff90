"""What takes how much room: text, boxes within a panel, panels within a window."""
