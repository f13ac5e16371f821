import { useEffect, useRef, useState } from 'react'
import { type PostForm, postForm } from '#contract/posts.ts'

export type Problems = Partial<Record<keyof PostForm | 'image', string>>

/** Of the field that takes the picture. */
export const picture_id = 'image'

/** What is wrong with each field, as the server would say it. */
function problemsOf(typed: PostForm): Problems {
  const found: Problems = {}
  for (const { path, message } of postForm.safeParse(typed).error?.issues ?? []) {
    found[path[0] as keyof PostForm] ??= message
  }
  return found
}

/** What is typed about a post, and what is wrong with it. */
export function usePostForm<Form extends PostForm>(first: () => Form) {
  const [typed, setTyped] = useState(first)
  const [problems, setProblems] = useState<Problems>({})
  const title = useRef<HTMLInputElement>(null)
  const description = useRef<HTMLTextAreaElement>(null)

  const [refused, setRefused] = useState<Problems | null>(null)

  // Once the form is there again: while it is being sent, its picture's field takes no focus.
  useEffect(() => {
    if (refused?.title) title.current?.focus()
    else if (refused?.description) description.current?.focus()
    else if (refused) document.getElementById(picture_id)?.focus()
  }, [refused])

  /** Focus goes to the first field that has to be looked at. */
  function refuse(found: Problems) {
    setProblems(found)
    setRefused(found)
  }
  function isGood(): boolean {
    const found = problemsOf(typed)
    if (Object.keys(found).length > 0) refuse(found)
    else setProblems({})
    return Object.keys(found).length === 0
  }
  const field = (name: keyof PostForm) => ({
    id: name,
    value: typed[name],
    error: problems[name],
    onType(value: string) {
      setTyped((before) => ({ ...before, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
  })
  return {
    ...{ typed, setTyped, refuse, isGood },
    title: { ...field('title'), field: title },
    description: { ...field('description'), field: description },
  }
}
export type PostFormState = Pick<ReturnType<typeof usePostForm>, 'title' | 'description'>
