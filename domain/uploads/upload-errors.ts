/** Why a picture or a PDF was refused; part of `ERRORS` (errors.ts). */
export const UPLOAD_ERRORS = {
  image_too_large: { kind: 'too_large', text: /*i18n*/ 'Image size must be less than 5MB.' },
  image_unreadable: { kind: 'invalid', text: /*i18n*/ 'Unsupported file type. Use a JPEG, PNG or WebP image.' },
  file_too_large: { kind: 'too_large', text: /*i18n*/ 'The file must be 5 MB or smaller.' },
  file_unreadable: {
    kind: 'invalid',
    text: /*i18n*/ 'Unsupported file type. Use a JPEG, PNG or WebP image, or a PDF.',
  },
  upload_incomplete: {
    kind: 'conflict',
    text: /*i18n*/ 'The file did not arrive completely. Try again: only what is missing is sent.',
  },
  file_unavailable: {
    kind: 'busy',
    text: /*i18n*/ 'This file can’t be read right now. Please try again in a few minutes.',
  },
  file_empty: { kind: 'invalid', text: /*i18n*/ 'This file is empty. Choose it again, or choose another.' },
  picture_heic: {
    kind: 'invalid',
    text: /*i18n*/ 'HEIC photos can’t be read here. On an iPhone, choose Settings › Camera › Formats › Most Compatible and take the photo again, or send a screenshot of it.',
  },
  picture_format: {
    kind: 'invalid',
    text: /*i18n*/ '{format} files can’t be read here. Save this file as a JPEG or PNG image, or send a screenshot of it.',
  },
  picture_animated: {
    kind: 'invalid',
    text: /*i18n*/ 'This image is animated, and only its first frame could be shown. Send a screenshot of it.',
  },
  picture_too_many_pixels: {
    kind: 'too_large',
    text: /*i18n*/ 'This image has too many pixels ({width} × {height}). Make it smaller, or send a screenshot of it.',
  },
  picture_damaged: {
    kind: 'invalid',
    text: /*i18n*/ 'This image is damaged or incomplete. Save it again, or send a screenshot of it.',
  },
  picture_too_complex: {
    kind: 'invalid',
    text: /*i18n*/ 'This image takes too long to read. Make it smaller, or send a screenshot of it.',
  },
  pdf_encrypted: {
    kind: 'invalid',
    text: /*i18n*/ 'This PDF needs a password to open. Print it to a new PDF without one, or send a screenshot of it.',
  },
  pdf_incomplete: {
    kind: 'invalid',
    text: /*i18n*/ 'This PDF is incomplete: its end is missing. Download it again, or send a screenshot of it.',
  },
  storage_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can add {limit} MB of images and files a day. Try again in {hours, plural, one {# hour} other {# hours}}.',
  },
  new_trader_storage_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can add {limit} MB of images and files a day, and {laterLimit} MB after your first completed trade. Try again in {hours, plural, one {# hour} other {# hours}}.',
  },
  network_storage_limit: {
    kind: 'limited',
    text: /*i18n*/ 'Users of your network have added {limit} MB of images and files, the most for a day. Try again in {hours, plural, one {# hour} other {# hours}}, or from another network.',
  },
} as const

export type UploadErrorCode = keyof typeof UPLOAD_ERRORS

export const STORAGE_REFUSALS = [
  'storage_limit',
  'new_trader_storage_limit',
  'network_storage_limit',
] as const satisfies readonly UploadErrorCode[]
/** The refusals of a picture and of its upload; in the same order in every endpoint. */
const PICTURE_REFUSALS = [
  'upload_incomplete',
  'file_empty',
  'picture_heic',
  'picture_format',
  'picture_animated',
  'picture_too_many_pixels',
  'picture_damaged',
  'picture_too_complex',
  ...STORAGE_REFUSALS,
] as const satisfies readonly UploadErrorCode[]
export const IMAGE_REFUSALS = ['image_too_large', 'image_unreadable', ...PICTURE_REFUSALS] as const
export const FILE_REFUSALS = [
  'file_too_large',
  'file_unreadable',
  ...PICTURE_REFUSALS,
  'pdf_encrypted',
  'pdf_incomplete',
] as const
