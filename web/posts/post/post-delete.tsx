import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deletePost, type Post } from '#contract/posts.ts'
import { call } from '../../api.ts'
import { showToast } from '../../layout/events.ts'
import { DeleteQuestion } from '../delete-question.tsx'
import { changeInLists } from '../post-cache.ts'

export function PostDelete({ post: { id, title } }: { post: Post }) {
  const [asked, setAsked] = useState(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <button type="button" className="button quiet danger-text" onClick={() => setAsked(true)}>
        <Trash2 className="icon" aria-hidden="true" />
        Delete
      </button>
      {asked && (
        <DeleteQuestion
          title="Are you sure you want to delete this post?"
          text="Its comments go too. Chats about it can still be read."
          otherwise="Failed to delete post. Please try again."
          remove={() => call(deletePost, { params: { id } })}
          onGone={() => {
            changeInLists(cache, id, () => null)
            showToast({ title: 'Post deleted', text: title })
            // Back must not lead to what is gone.
            void Promise.resolve(navigate('/services', { replace: true })).then(() =>
              document.getElementById('content')?.focus({ preventScroll: true }),
            )
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
