import type { GalleryPhoto } from '#contract/company.ts'
import courtyard from './scenes/courtyard.svg?url'
import house from './scenes/house.svg?url'
import night from './scenes/night.svg?url'
import room from './scenes/room.svg?url'
import stairs from './scenes/stairs.svg?url'
import study from './scenes/study.svg?url'

/** The residence's own photos or, if there are none, the drawings. */
export const ownOr = (own: readonly GalleryPhoto[], drawings: GalleryPicture[]) =>
  own.length === 0
    ? drawings
    : own.map(({ id, picture, caption }) => ({
        ...{ id: `picture-${id}`, src: picture },
        ...{ alt: caption, caption },
      }))

export interface GalleryPicture {
  /** The id of its list item, for links to it. */
  id: string
  src: string
  alt: string
  caption: string
}

const pictures = {
  house: {
    id: 'picture-house',
    src: house,
    alt: 'The residence at dusk: four floors, most windows lit, water tanks on the roof.',
    caption: 'The residence, as everyone comes home',
  },
  room: {
    id: 'picture-room',
    src: room,
    alt: 'A room: a made bed with a striped blanket, a desk under the window, a wardrobe.',
    caption: 'A room, ready for you',
  },
  study: {
    id: 'picture-study',
    src: study,
    alt: 'The study corner: two students at a long table under hanging lamps, shelves of books behind.',
    caption: 'Books out, the week before exams',
  },
  courtyard: {
    id: 'picture-courtyard',
    src: courtyard,
    alt: 'The courtyard: two students on a bench under the acacia, string lights above.',
    caption: 'Neighbours, a little after six',
  },
  stairs: {
    id: 'picture-stairs',
    src: stairs,
    alt: 'The stair tower: light falls through diamond breeze blocks on a student going up.',
    caption: 'On the way up',
  },
  night: {
    id: 'picture-night',
    src: night,
    alt: 'The roof at night: the moon, the lights of the town, two neighbours at the railing.',
    caption: 'When the town lights up',
  },
} satisfies Record<string, GalleryPicture>

export const landingPictures: GalleryPicture[] = [
  pictures.room,
  pictures.courtyard,
  pictures.study,
  pictures.stairs,
  pictures.night,
  pictures.house,
]

export const aboutPictures: GalleryPicture[] = [pictures.house, pictures.room, pictures.night]
