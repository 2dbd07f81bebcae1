/** Files as phones, banks and attackers make them, each with what a trade (`file`) and a chat (`image`) make of it. */
import sharp from 'sharp'
import type { UploadErrorCode } from '../../../domain/uploads/upload-errors.ts'
import { pdf } from '../uploads.ts'
import { OWNER_PASSWORD_ONLY, WITH_USER_PASSWORD } from './encrypted-pdfs.ts'
import { BYTE_ORDER_MARK, PAGE_OF_HTML, pdfForCertificates, pdfOf, wrapped } from './pdfs.ts'
import { animated, animatedPng, bitmap, claiming, half, isoMedia, noisy, oriented, plain } from './pictures.ts'

/** The stored picture's width and height, or the document of a PDF without its surroundings, or the refusal. */
export type Outcome = readonly [width: number, height: number] | Buffer | UploadErrorCode

export type Row = {
  name: string
  make: () => Promise<Buffer> | Buffer
  file: Outcome
  image: Outcome
  /** Takes seconds to decode, so it is not tried as a profile picture too. */
  isLarge?: boolean
  /** What the upload says of itself. */
  says?: { filename: string; type: string }
}

const picture = (name: string, make: Row['make'], outcome: Outcome, says?: Row['says']): Row => ({
  name,
  make,
  file: outcome,
  image: outcome,
  ...(says && { says }),
})
const document = (name: string, make: Row['make'], file: Outcome, says?: Row['says']): Row => ({
  name,
  make,
  file,
  image: 'image_unreadable',
  ...(says && { says }),
})
const small = () => noisy(60, 40)
const jpeg = (width: number, height: number) => () => plain(width, height).jpeg({ quality: 60 }).toBuffer()

const SIZES: readonly Row[] = [
  picture('a photo of 12 megapixels', jpeg(4032, 3024), [2048, 1536]),
  picture('a photo of 20 megapixels, upright', jpeg(3864, 5152), [1536, 2048]),
  picture('a square of 25 megapixels', jpeg(5000, 5000), [1536, 1536]),
  picture('a photo of 50 megapixels', jpeg(8160, 6144), 'picture_too_many_pixels'),
  picture('a scroll of 28.8 megapixels', () => plain(1440, 20_000).png().toBuffer(), 'picture_too_many_pixels'),
  picture('a header that claims 10,000 megapixels', () => claiming(100_000, 100_000), 'picture_too_many_pixels'),
  picture('a scroll of 1080 x 12000', () => plain(1080, 12_000).png().toBuffer(), [1080, 12_000]),
  picture('a scroll of 1440 x 17000', jpeg(1440, 17_000), [1192, 14_073]),
  picture('a wide picture', () => plain(12_000, 1080).png().toBuffer(), [12_000, 1080]),
  picture('a line of 20000 pixels', () => plain(4, 20_000).png().toBuffer(), [3, 16_383]),
  picture('one pixel', () => plain(1, 1).png().toBuffer(), [1, 1]),
  picture('a screen of a desktop', () => plain(1920, 1080).png().toBuffer(), [1920, 1080]),
].map((row) => ({ ...row, isLarge: true }))

const ORIENTATIONS: readonly Row[] = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
  picture(`a photo with the EXIF orientation ${orientation}`, () => oriented(orientation), [60, 40]),
)

const ENCODINGS: readonly Row[] = [
  picture('a progressive JPEG', () => small().jpeg({ progressive: true }).toBuffer(), [60, 40]),
  picture('a JPEG in shades of grey', () => small().toColourspace('b-w').jpeg().toBuffer(), [60, 40]),
  picture('a JPEG in CMYK', () => small().toColourspace('cmyk').jpeg().toBuffer(), [60, 40]),
  picture('a JPEG with a profile of wide colours', () => small().withIccProfile('p3').jpeg().toBuffer(), [60, 40]),
  picture(
    'a photo with a film after its end',
    async () => Buffer.concat([await small().jpeg().toBuffer(), isoMedia('mp42', 'isom')]),
    [60, 40],
  ),
  picture('a PNG of 16 bits', () => small().toColourspace('rgb16').png().toBuffer(), [60, 40]),
  picture('a PNG with a palette', () => small().png({ palette: true }).toBuffer(), [60, 40]),
  picture('a PNG in shades of grey', () => small().toColourspace('b-w').png().toBuffer(), [60, 40]),
  picture('an interlaced PNG', () => small().png({ progressive: true }).toBuffer(), [60, 40]),
  picture('a transparent PNG', () => plain(60, 40, 4).png().toBuffer(), [60, 40]),
  picture('a transparent WebP', () => plain(60, 40, 4).webp().toBuffer(), [60, 40]),
  picture('a lossless WebP', () => small().webp({ lossless: true }).toBuffer(), [60, 40]),
]

const OTHER_FORMATS: readonly Row[] = [
  picture('a HEIC photo', () => isoMedia('heic', 'mif1', 'heic'), 'picture_heic'),
  picture('a HEIF photo', () => isoMedia('mif1', 'mif1', 'heix'), 'picture_heic'),
  picture('a HEIC photo that is called JPEG', () => isoMedia('heic', 'mif1', 'heic'), 'picture_heic', {
    filename: 'photo.jpg',
    type: 'image/jpeg',
  }),
  picture('an AVIF picture', () => small().avif().toBuffer(), 'picture_format'),
  picture('a TIFF picture', () => small().tiff().toBuffer(), 'picture_format'),
  picture('a GIF', () => small().gif().toBuffer(), 'picture_format'),
  picture('an animated GIF', () => animated('gif'), 'picture_format'),
  picture('an animated WebP', () => animated('webp'), 'picture_animated'),
  picture('an animated PNG', animatedPng, 'picture_animated'),
  picture('a bitmap', bitmap, 'picture_format'),
  picture('a JPEG XL', () => Buffer.from([0xff, 0x0a, 0xfa, 0x1f]), 'picture_format'),
  picture('a film', () => isoMedia('mp42', 'isom'), 'picture_format'),
  picture(
    'an SVG with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'picture_format',
  ),
]

const DAMAGED: readonly Row[] = [
  picture('an empty file', () => Buffer.alloc(0), 'file_empty'),
  picture('half a JPEG', () => half(noisy(300, 300).jpeg().toBuffer()), 'picture_damaged'),
  picture('half a PNG', () => half(noisy(300, 300).png().toBuffer()), 'picture_damaged'),
  picture('half a WebP', () => half(noisy(300, 300).webp().toBuffer()), 'picture_damaged'),
  picture('the first bytes of a PNG', async () => (await small().png().toBuffer()).subarray(0, 20), 'picture_damaged'),
]

const NO_PICTURES: readonly Row[] = [
  { name: 'a page of HTML', make: () => Buffer.from(PAGE_OF_HTML), file: 'file_unreadable', image: 'image_unreadable' },
  { name: 'a ZIP', make: () => Buffer.from('PK\x03\x04'), file: 'file_unreadable', image: 'image_unreadable' },
  { name: 'one byte', make: () => Buffer.from('x'), file: 'file_unreadable', image: 'image_unreadable' },
  document('PostScript', () => Buffer.from('%!PS-Adobe-3.0\n%%EOF'), 'file_unreadable'),
  document('the first bytes of a PDF only', () => Buffer.from('%PDF-'), 'file_unreadable'),
]

const CALLED_OTHERWISE: readonly Row[] = [
  picture('a PNG that is called PDF', () => small().png().toBuffer(), [60, 40], {
    filename: 'receipt.pdf',
    type: 'application/pdf',
  }),
  picture('a JPEG that is called HEIC', () => small().jpeg().toBuffer(), [60, 40], {
    filename: 'IMG_0001.HEIC',
    type: 'image/heic',
  }),
  document('a PDF that is called JPEG', () => pdfOf(), pdfOf(), { filename: 'receipt.jpg', type: 'image/jpeg' }),
]

const PDFS: readonly Row[] = [
  document('a PDF', () => pdfOf(), pdfOf()),
  document('a PDF 2.0', () => pdfOf({ version: '2.0' }), pdfOf({ version: '2.0' })),
  document('a PDF of 200 pages', () => pdfOf({ pages: 200 }), pdfOf({ pages: 200 })),
  document('a PDF behind a byte order mark', () => wrapped(BYTE_ORDER_MARK), pdfOf()),
  document('a PDF behind a line feed', () => wrapped('\r\n'), pdfOf()),
  document('a PDF with 2000 zeros after its end', () => wrapped('', Buffer.alloc(2000)), pdfOf()),
  document('a PDF with junk after its end', () => wrapped('', '\r\n<!-- 0.02 s -->'), wrapped('', '\r\n')),
  document('a PDF with a program after its end', () => wrapped('', Buffer.alloc(2000, 'MZ')), 'pdf_incomplete'),
  document('a PDF behind a page of HTML', () => wrapped(PAGE_OF_HTML), pdfOf()),
  document('a PDF behind 1000 bytes', () => wrapped(Buffer.alloc(1000, 'x')), pdfOf()),
  document('a PDF behind 1100 bytes', () => wrapped(Buffer.alloc(1100, 'x')), 'file_unreadable'),
  document('a PDF that is cut short', () => pdfOf({ pages: 200 }).subarray(0, 5000), 'pdf_incomplete'),
  document('a PDF with a script', () => pdf('/OpenAction'), pdf('/OpenAction')),
  document(
    'a picture behind the header of a PDF',
    async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await small().png().toBuffer()]),
    'pdf_incomplete',
  ),
]

const ENCRYPTED_PDFS: readonly Row[] = [
  ...OWNER_PASSWORD_ONLY.map(({ name, file }) => document(`a PDF that restricts printing: ${name}`, () => file, file)),
  ...WITH_USER_PASSWORD.map(({ name, file }) =>
    document(`a PDF that asks for a password: ${name}`, () => file, 'pdf_encrypted'),
  ),
  document(
    'a PDF that restricts printing, behind a line feed',
    () => wrapped('\r\n', '\0\0', OWNER_PASSWORD_ONLY[0]!.file),
    OWNER_PASSWORD_ONLY[0]!.file,
  ),
  document('a PDF for the holders of certificates', pdfForCertificates, 'pdf_encrypted'),
]

export const ROWS: readonly Row[] = [
  ...SIZES,
  ...ORIENTATIONS,
  ...ENCODINGS,
  ...OTHER_FORMATS,
  ...DAMAGED,
  ...NO_PICTURES,
  ...CALLED_OTHERWISE,
  ...PDFS,
  ...ENCRYPTED_PDFS,
]

/** Whether the picture's top left corner is red, as `oriented` draws it. */
export async function hasRedCorner(bytes: Buffer): Promise<boolean> {
  const [red, green] = await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer()
  return red! > 200 && green! < 80
}
