import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** The floor: Socket.IO passes a message to another user's socket, and does nothing else. */
const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false })
io.on('connection', (socket) => {
  const { id } = socket.handshake.auth
  socket.join(`person:${id}`)
  socket.on('say', (message) => {
    io.to([`person:${id}`, `person:${message.to}`]).emit('message', message)
  })
})
http.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('is open'))
