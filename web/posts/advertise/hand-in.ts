import { createPost, updatePost } from '#contract/posts.ts'
import { upload } from '../../upload.ts'
import type { Form, Way } from '../form/use-sending.ts'

/**
 * A try may repeat one that had arrived after all, with other words: those of now count.
 * @returns the post's id
 */
export async function handIn(
  submission_id: string,
  { body, files }: Form,
  ...way: Way
): Promise<number> {
  const input = { body: { ...body, submission_id }, files }
  const { id, title, description } = await upload(createPost, input, ...way)
  if (title !== body.title || description !== body.description) {
    await upload(updatePost, { params: { id }, body, files }, ...way)
  }
  return id
}
