import { useParams } from 'react-router'
import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { useSession } from '../../session.ts'
import { PostView } from './post-view.tsx'
import '../../look/post.css'

export const meta = pageTitle('Post')

export default function PostPage() {
  const session = useSession()
  const { id = '' } = useParams()
  return (
    <RequireAuth>
      {session.status === 'signed_in' && <PostView key={id} id={id} user={session.user} />}
    </RequireAuth>
  )
}
