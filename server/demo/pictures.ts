import { readFile } from 'node:fs/promises'
import { IMAGE_WIDTHS } from '#rules/image.ts'
import { type StoredImage, storeImageSizes } from '../uploads/public-images.ts'
import type { Storage } from '../uploads/storage.ts'
import { type DemoPicture, pictures } from './posts.ts'

/** Of the largest size of each. */
const measures = { width: 1600, height: 1100 }

const fileOf = (picture: DemoPicture, width: number) =>
  readFile(new URL(`pictures/${picture}-${width}.jpg`, import.meta.url))

/** Puts the demo's pictures where those of posts are. @returns what a row calls each of them */
export async function keepPictures(storage: Storage): Promise<Map<DemoPicture, StoredImage>> {
  const kept = pictures.map(async (picture) => {
    const sizes = IMAGE_WIDTHS.map(async (nominalWidth) => ({
      nominalWidth,
      bytes: await fileOf(picture, nominalWidth),
    }))
    const named = await storeImageSizes(storage, { ...measures, sizes: await Promise.all(sizes) })
    return [picture, named] as const
  })
  return new Map(await Promise.all(kept))
}
