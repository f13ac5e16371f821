import { most_characters, most_title_characters } from '#contract/posts.ts'
import { PostField } from './post-field.tsx'
import type { PostFormState } from './use-post-form.ts'
import '../../look/post-form.css'

/** The words of a post, new or changed. */
export const PostFields = ({ form, readOnly }: { form: PostFormState; readOnly: boolean }) => (
  <>
    <PostField
      {...form.title}
      readOnly={readOnly}
      label="Title"
      hint="What it is, in a few words."
      most={most_title_characters}
    />
    <PostField
      {...form.description}
      readOnly={readOnly}
      label="Description"
      hint="What, how much, where, when. Everybody in the house can read it."
      most={most_characters}
      rows={6}
    />
  </>
)
