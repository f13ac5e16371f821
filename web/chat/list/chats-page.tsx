import { Guarded } from '../../layout/guarded.tsx'
import { titled } from '../../layout/title.ts'
import { Chats } from './chats.tsx'

export const meta = titled('Chats')

export default function ChatsPage() {
  return (
    <Guarded>
      <Chats />
    </Guarded>
  )
}
