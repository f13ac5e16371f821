import { getUser } from '#contract/auth.ts'
import { approvePost } from '#contract/moderation.ts'
import { createPost } from '#contract/posts.ts'
import { addCompany, addPerson, password } from './people.ts'
import type { Caller, TestServer } from './server.ts'

type Resident = Caller & { id: number; token: string }

/** A residence without a past, and somebody of the demo residence, who has nothing to look for in it. */
export interface House {
  company_id: number
  author: Resident
  reader: Resident
  staff: Resident
  elsewhere: Resident
  /** A post that waits; its id. */
  submit(title?: string, image?: Blob): Promise<number>
  /** A post that is up; its id. */
  putUp(title?: string, image?: Blob): Promise<number>
}

export async function openHouse(server: TestServer): Promise<House> {
  const { db } = server.running.context
  const company_id = await addCompany(db)
  async function signIn(username: string, secret: string): Promise<Resident> {
    const caller = await server.signIn(username, secret)
    return { ...caller, id: (await caller.call(getUser, {})).body.id }
  }
  async function resident(first_name: string, is_staff = false) {
    const email = `${first_name.toLowerCase()}@other.example`
    await addPerson(db, company_id, email, { first_name, last_name: 'Other', is_staff })
    return signIn(email, password)
  }
  const author = await resident('Author')
  const staff = await resident('Staff', true)
  async function submit(title = 'A desk', image?: Blob) {
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
    reader: await resident('Reader'),
    elsewhere: await signIn('0712345678', '12345678'),
    submit,
    async putUp(title, image) {
      const id = await submit(title, image)
      await staff.call(approvePost, { params: { id }, body: {} })
      return id
    },
  }
}
