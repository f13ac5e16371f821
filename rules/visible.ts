/** Letters and signs that fill a line without showing anything. */
const blank_letters = /[\u115f\u1160\u2800\u3164\uffa0]/g
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text shows anything at all; spaces and zero-width signs alone do not. */
export const isVisible = (text: string): boolean => seen.test(text.replace(blank_letters, ''))

/** A name as it is shown: one that cannot be seen gets a word in its place. */
export const shownName = (name: string): string => (isVisible(name) ? name.trim() : 'Somebody')

/** Signs that turn the direction of what stands beside them. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text that cannot turn what it is put between. */
export const plain = (text: string): string => text.replace(turning, '')
