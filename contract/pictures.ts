import * as z from 'zod/mini'
import { galleryPicture } from './company.ts'
import { endpoint } from './endpoint.ts'
import { text } from './form.ts'

export const pictureKinds = ['logo', 'picture'] as const
/** The most photos in the gallery. */
export const MAX_GALLERY = 12

const pictures = z.object({
  logo: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  gallery: z.array(galleryPicture),
})
export type Pictures = z.infer<typeof pictures>
const pictureParams = z.object({ kind: z.enum(pictureKinds, 'There is no such picture.') })

export const getPictures = endpoint({
  method: 'GET',
  path: '/staff/settings/pictures/',
  who: 'staff:view',
  summary: 'The logo, a photo of the residence, and the photos of its gallery',
  reply: pictures,
})

export const changePicture = endpoint({
  method: 'PUT',
  path: '/staff/settings/pictures/:kind/',
  who: 'staff:settings',
  tries: 'change the logo or photo of the residence',
  summary: 'Change the logo, or the photo of the residence (an image named `picture`)',
  params: pictureParams,
  body: z.object({}),
  files: ['picture'],
  reply: pictures,
})

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/staff/settings/pictures/:kind/',
  who: 'staff:settings',
  tries: 'remove the logo or photo of the residence',
  summary: 'Remove the logo, or the photo of the residence',
  params: pictureParams,
  reply: pictures,
})

export const addGalleryPicture = endpoint({
  method: 'POST',
  path: '/staff/settings/gallery/',
  who: 'staff:settings',
  tries: 'add a photo to the gallery',
  summary: 'Add a photo to the gallery (an image named `picture`), as its last one',
  status: 201,
  body: z.object({ caption: text('Please say what the photo shows.', 120) }),
  files: ['picture'],
  reply: pictures,
})

export const removeGalleryPicture = endpoint({
  method: 'DELETE',
  path: '/staff/settings/gallery/:id/',
  who: 'staff:settings',
  tries: 'remove a photo of the gallery',
  summary: 'Remove a photo of the gallery',
  params: z.object({ id: z.uuid('There is no such picture.') }),
  reply: pictures,
})
