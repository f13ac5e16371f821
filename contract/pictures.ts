import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const pictureKinds = ['logo', 'picture'] as const
const pictures = z.object({ logo: z.nullable(z.string()), picture: z.nullable(z.string()) })
export type Pictures = z.infer<typeof pictures>
const pictureParams = z.object({ kind: z.enum(pictureKinds, 'There is no such picture.') })

export const getPictures = endpoint({
  method: 'GET',
  path: '/staff/settings/pictures/',
  who: 'staff:view',
  summary: 'The logo and a photo of the residence',
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
