import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSocketConnect, onSocketEvent, watchPost } from '../../socket.ts'
import { withComment, withoutComment } from '../comments/comment-list.ts'
import { changePost, fetchPostAgain } from '../post-cache.ts'

/**
 * Keeps a post that is on screen, and its comments, as they are now; begins before it has come. Of one that
 * is not up it hears when it is.
 */
export function usePostLive(id: number) {
  const cache = useQueryClient()
  useEffect(() => {
    if (!Number.isInteger(id)) return
    const again = () => void fetchPostAgain(cache, id)
    const ofThis = (post: { id: number }) => {
      if (post.id === id) again()
    }
    const stops = [
      onSocketEvent('post', ofThis),
      onSocketEvent('own_post', ofThis),
      onSocketEvent('comment', (comment) => {
        if (comment.post === id) changePost(cache, id, (held) => withComment(held, comment))
      }),
      onSocketEvent('comment_gone', (gone) => {
        if (gone.post !== id) return
        // One of the earlier ones, perhaps: only the server knows how many are left.
        if (!changePost(cache, id, (held) => withoutComment(held, gone.id))) again()
      }),
      watchPost(id),
      onSocketConnect(again),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, id])
}
