// A game that is being played.
