import { encode } from 'uqr'

/** A QR code, dark on light in every theme, as cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encoded(text)
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-control"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}

/** The same code as a PNG of 8 pixels a square. */
export async function qrCodeImage(text: string): Promise<Blob> {
  const { data, size } = encoded(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * SQUARE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((image) => (image ? resolve(image) : reject(new Error('no image'))), 'image/png')
  })
}

const SQUARE = 8

/** With the correction and the margin that cameras need; EPC069-12 asks for the same correction. */
function encoded(text: string) {
  return encode(text, { ecc: 'M', border: 4 })
}
