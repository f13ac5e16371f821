import { getUser } from '#contract/auth.ts'
import { approvePost } from '#contract/moderation.ts'
import { createPost } from '#contract/posts.ts'
import { addCompany, addPerson, password } from './people.ts'
import type { Caller, TestServer } from './server.ts'

type TestUser = Caller & { id: number; token: string }

/** An empty company with an author, another tenant and staff; the outsider belongs to the demo company. */
export interface TestCompany {
  company_id: number
  author: TestUser
  tenant: TestUser
  staff: TestUser
  outsider: TestUser
  /** A pending post of the author; its id. */
  submitPost(title?: string, image?: Blob): Promise<number>
  /** A published post of the author; its id. */
  publishPost(title?: string, image?: Blob): Promise<number>
}

export async function openTestCompany(server: TestServer): Promise<TestCompany> {
  const { db } = server.running.context
  const company_id = await addCompany(db)
  async function signIn(username: string, secret: string): Promise<TestUser> {
    const caller = await server.signIn(username, secret)
    return { ...caller, id: (await caller.call(getUser, {})).body.id }
  }
  async function addUser(first_name: string, is_staff = false) {
    const email = `${first_name.toLowerCase()}@other.example`
    await addPerson(db, company_id, email, { first_name, last_name: 'Other', is_staff })
    return signIn(email, password)
  }
  const author = await addUser('Author')
  const staff = await addUser('Staff', true)
  async function submitPost(title = 'A desk', image?: Blob) {
    const answer = await author.call(createPost, {
      body: { title, description: `About: ${title}` },
      files: { image },
    })
    if (answer.status !== 201) throw new Error(answer.body.message)
    return answer.body.id
  }
  return {
    company_id,
    author,
    staff,
    tenant: await addUser('Reader'),
    outsider: await signIn('0712345678', '12345678'),
    submitPost,
    async publishPost(title, image) {
      const id = await submitPost(title, image)
      await staff.call(approvePost, { params: { id }, body: {} })
      return id
    },
  }
}
