import { type APIRequestContext, expect } from '@playwright/test'

type Person = { username: string; password: string }

/** What somebody does elsewhere, without a browser of their own. */
export async function callsOf(request: APIRequestContext, { username, password }: Person) {
  const signedIn = await request.post('/api/auth/login', { data: { email: username, password } })
  const { access_token } = await signedIn.json()
  const headers = { authorization: `Bearer ${access_token}` }

  async function send(method: 'post' | 'put', path: string, said: object) {
    const answer = await request[method](`/api/blog/${path}`, { headers, ...said })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.json()
  }
  return {
    async handIn(post: { title: string; description: string }): Promise<number> {
      const { id } = await send('post', 'posts/', { multipart: post })
      return id
    },
    change: (id: number, post: { title: string; description: string }) =>
      send('put', `posts/${id}/`, { multipart: post }),
    async comment(post: number, content: string): Promise<number> {
      const { id } = await send('post', 'comments/', { data: { post, content } })
      return id
    },
    changeComment: (id: number, comment: { post: number; content: string }) =>
      send('put', `comments/${id}/`, { data: comment }),
    report: (what: 'posts' | 'comments', id: number, reason: string) =>
      send('post', `${what}/${id}/report/`, { data: { reason } }),
    /** The post whose title contains these words, out of the feed. */
    async find(words: string): Promise<{ id: number; title: string; author: string }> {
      const answer = await request.get('/api/blog/posts/?limit=100', { headers })
      const posts: { id: number; title: string; author: string }[] = await answer.json()
      const post = posts.find(({ title }) => title.includes(words))
      if (!post) throw new Error(`nothing up about ${words}`)
      return post
    },
  }
}
