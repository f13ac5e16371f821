import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'

export const meta = titled('Post')

export default function PostPage() {
  return (
    <Guarded>
      <h1 className="page py-8">Post</h1>
    </Guarded>
  )
}
