import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'

export const meta = titled('Chats')

export default function ChatsPage() {
  return (
    <Guarded>
      <h1 className="page py-8">Chats</h1>
    </Guarded>
  )
}
