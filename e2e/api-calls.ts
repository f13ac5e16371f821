import { type APIRequestContext, expect } from '@playwright/test'

type Person = { username: string; password: string }
type Words = { title: string; description: string }
type Picture = { name: string; mimeType: string; buffer: Buffer }
type Method = 'get' | 'post' | 'put' | 'delete'

/** API calls as a user, without a browser. */
export async function apiCallsOf(request: APIRequestContext, { username, password }: Person) {
  const signedIn = await request.post('/api/auth/login', { data: { email: username, password } })
  const { access_token } = await signedIn.json()
  const headers = { authorization: `Bearer ${access_token}` }

  async function send(method: Method, path: string, options: object = {}) {
    const answer = await request[method](`/api/${path}`, { headers, ...options })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.status() === 204 ? null : answer.json()
  }
  return {
    async submitPost(post: Words & { image?: Picture }): Promise<number> {
      const { id } = await send('post', 'blog/posts/', { multipart: post })
      return id
    },
    read: (id: number) => send('get', `blog/posts/${id}/`),
    change: (id: number, post: Words & { image?: Picture }) =>
      send('put', `blog/posts/${id}/`, { multipart: post }),
    async comment(post: number, content: string): Promise<number> {
      const { id } = await send('post', 'blog/comments/', { data: { post, content } })
      return id
    },
    changeComment: (id: number, comment: { post: number; content: string }) =>
      send('put', `blog/comments/${id}/`, { data: comment }),
    deleteComment: (id: number) => send('delete', `blog/comments/${id}/`),
    report: (what: 'posts' | 'comments', id: number, reason: string) =>
      send('post', `blog/${what}/${id}/report/`, { data: { reason } }),
    decide: (id: number, decision: 'approve' | 'reject', data = {}) =>
      send('post', `staff/posts/${id}/${decision}/`, { data }),
    myId: async (): Promise<number> => (await send('get', 'auth/user')).id,
    /** The post of the feed whose title contains the text. */
    async find(words: string): Promise<{ id: number; title: string; author: string }> {
      const posts: { id: number; title: string; author: string }[] = await send(
        'get',
        'blog/posts/?limit=100',
      )
      const post = posts.find(({ title }) => title.includes(words))
      if (!post) throw new Error(`nothing up about ${words}`)
      return post
    },
  }
}
