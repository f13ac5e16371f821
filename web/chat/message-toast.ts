import type { Message } from '#contract/chat.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'
import { showToast } from '../layout/show-toast.ts'
import { chatPath } from './paths.ts'

const beginning = 120

/** Keeps a name and a text of any direction from turning each other round. */
const apart = (text: string) => `\u2068${text}\u2069`

/** Tells of a message, wherever in the app one is. */
export function toastMessage(message: Message, image: string | null = null) {
  const { post, from, senderId, senderName, text } = message
  const said = [...stripDirectionMarks(text).replace(/\s+/g, ' ')]
  const start = said.length > beginning ? `${said.slice(0, beginning).join('')}…` : said.join('')
  showToast({
    title: 'New Message',
    text: `${apart(displayName(stripDirectionMarks(senderName)))}: ${apart(start)}`,
    to: chatPath({ post, person: from }),
    person: {
      id: from,
      first_name: senderId,
      last_name: senderName.slice(senderId.length),
      image,
    },
  })
}
