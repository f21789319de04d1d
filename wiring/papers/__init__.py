"""What a builder needs on paper, made from the board map alone."""
