import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface MailBox {
  /** For SMTP_URL. */
  url: string
  /** Raw e-mails as they came over SMTP, with their recipients. */
  emails: { to: string; raw: string }[]
  /** Waits for the next e-mail. */
  next(): Promise<{ to: string; raw: string }>
  /** Refuses every sender but this one from now on. */
  takeOnly(sender: string): void
  close(): Promise<void>
}

/** A mail server that delivers nothing and accepts every e-mail, unless told otherwise: enough SMTP (RFC 5321) for a client. */
export async function openMailBox(): Promise<MailBox> {
  const emails: MailBox['emails'] = []
  let arrived: () => void = () => {}
  let read = 0
  let onlySender: string | null = null
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let text = ''
    let to = ''
    let inBody = false
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'MAIL' && onlySender && !line.includes(`<${onlySender}>`)) {
        return reply('553 5.7.1 Sender address rejected: not owned by user')
      }
      if (command === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (command === 'DATA') {
        inBody = true
        return reply('354 go on')
      }
      if (command === 'QUIT') {
        reply('221 bye')
        return socket.end()
      }
      reply('250 ok')
    }
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      for (;;) {
        const mark = inBody ? '\r\n.\r\n' : '\r\n'
        const end = text.indexOf(mark)
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + mark.length)
        if (!inBody) {
          take(part)
          continue
        }
        inBody = false
        emails.push({ to, raw: part })
        reply('250 taken')
        arrived()
      }
    })
    reply('220 pretend mail')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    takeOnly: (sender) => {
      onlySender = sender
    },
    async next() {
      for (;;) {
        const email = emails[read]
        if (email) {
          read += 1
          return email
        }
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
