import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '#contract/posts.ts'
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
      most={MAX_TITLE_LENGTH}
    />
    <PostField
      {...form.description}
      readOnly={readOnly}
      label="Description"
      hint="What, how much, where, when. Everybody in the house can read it."
      most={MAX_TEXT_LENGTH}
      rows={6}
    />
  </>
)
