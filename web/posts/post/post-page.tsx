import { useParams } from 'react-router'
import { Guarded } from '../../layout/guarded.tsx'
import { titled } from '../../layout/title.ts'
import { useSession } from '../../session.ts'
import { PostView } from './post-view.tsx'
import '../../look/post.css'

export const meta = titled('Post')

export default function PostPage() {
  const session = useSession()
  const { id = '' } = useParams()
  return (
    <Guarded>
      {session.status === 'signed_in' && <PostView key={id} id={id} user={session.user} />}
    </Guarded>
  )
}
