import { useEffect, useRef, useState } from 'react'

export type PhotoState =
  | { at: 'none' }
  | { at: 'making'; name: string }
  | { at: 'ready'; name: string; picture: Blob; preview: string }
  /** What is wrong with the one that was chosen, or what the server said of it. */
  | { at: 'bad'; name: string; message: string }

const none: PhotoState = { at: 'none' }

async function made(file: File): Promise<PhotoState> {
  try {
    const { shrinkImage } = await import('./shrink-image.ts')
    const picture = await shrinkImage(file)
    return { at: 'ready', name: file.name, picture, preview: URL.createObjectURL(picture) }
  } catch (error) {
    const message =
      error instanceof Error && error.name === 'PictureProblem'
        ? error.message
        : 'This picture could not be opened. Please choose another one.'
    return { at: 'bad', name: file.name, message }
  }
}

const release = (state: PhotoState) => {
  if (state.at === 'ready') URL.revokeObjectURL(state.preview)
}

/** One picture of the form, from its choice on. */
export function usePhoto() {
  const [state, setState] = useState<PhotoState>(none)
  const latest = useRef<Promise<PhotoState>>(Promise.resolve(none))
  const shown = useRef<PhotoState>(none)

  function show(next: PhotoState) {
    release(shown.current)
    shown.current = next
    setState(next)
  }
  useEffect(() => () => release(shown.current), [])

  return {
    state,
    choose(file: File) {
      show({ at: 'making', name: file.name })
      const making = made(file)
      latest.current = making
      void making.then((next) => (latest.current === making ? show(next) : release(next)))
    },
    remove() {
      latest.current = Promise.resolve(none)
      show(none)
    },
    refuse(message: string) {
      const { name = '' } = { name: '', ...shown.current }
      const bad: PhotoState = { at: 'bad', name, message }
      latest.current = Promise.resolve(bad)
      show(bad)
    },
    /** Waits for one that is still being made ready. */
    settled: () => latest.current,
  }
}
export type Photo = ReturnType<typeof usePhoto>
