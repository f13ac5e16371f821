/** Characters of class letter or symbol that show nothing. */
const blankLetters = /[\u115f\u1160\u2800\u3164\uffa0]/g
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text shows anything: spaces and zero-width characters alone do not. */
export const isVisible = (text: string): boolean => visible.test(text.replace(blankLetters, ''))

/** The name to show; `Someone` in place of an invisible one. */
export const displayName = (name: string): string => (isVisible(name) ? name.trim() : 'Someone')

/** Characters that change the text direction of what is beside them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes characters that would change the direction of the surrounding text. */
export const stripDirectionMarks = (text: string): string => text.replace(directionMarks, '')
