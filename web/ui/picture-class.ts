/** A user's picture or tile. Forced colours leave it as it is, since its letter would lose its contrast, and draw its border. */
export const pictureClass =
  'shrink-0 rounded-control forced-color-adjust-none forced-colors:outline forced-colors:outline-[CanvasText]'
