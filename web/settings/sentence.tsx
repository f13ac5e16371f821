import type { ComponentProps } from 'react'
import { TextArea } from '../ui/field.tsx'

/** A field for a sentence: as high as its text, which has no line breaks; Enter sends the form. */
export const Sentence = (props: ComponentProps<typeof TextArea>) => (
  <TextArea
    {...props}
    className="sentence"
    rows={1}
    onKeyDown={(event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.click()
    }}
  />
)
