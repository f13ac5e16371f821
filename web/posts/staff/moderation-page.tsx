import { Guarded } from '../../layout/guarded.tsx'
import { titled } from '../../layout/title.ts'

export const meta = titled('Posts')

export default function ModerationPage() {
  return (
    <Guarded>
      <h1 className="page py-8">Posts</h1>
    </Guarded>
  )
}
