import { basename, dirname } from 'node:path'
import type { Module } from './modules.ts'

/**
 * Flows to read file by file in this order. Every file is connected to the one before, or to
 * the earlier one to which the flow returns (`from`): one of the two imports the other, or both name the
 * same endpoint, socket event or table (`via`).
 */
export interface Walk {
  name: string
  /** More files than this fail the check. */
  limit: number
  steps: Step[]
}

interface Step {
  file: string
  from?: string
  via?: string
}

const payments = 'server/payments'
const assistant = 'web/assistant'
const posts = 'server/posts'
const advertise = 'web/posts/advertise'

export const walks: Walk[] = [
  {
    name: 'phone number in the assistant -> push at M-Pesa',
    limit: 17,
    steps: [
      { file: `${assistant}/payment-form.tsx` },
      { file: `${assistant}/prompts.tsx` },
      { file: `${assistant}/conversation.tsx` },
      { file: `${assistant}/use-payment.ts` },
      { file: `${assistant}/transitions.ts` },
      { file: 'contract/form.ts' },
      { file: 'rules/phone.ts' },
      { file: `${assistant}/push.ts`, from: `${assistant}/transitions.ts` },
      { file: `${assistant}/state.ts` },
      { file: 'web/api.ts', from: `${assistant}/use-payment.ts` },
      { file: 'contract/payments.ts', from: `${assistant}/use-payment.ts` },
      { file: `${payments}/routes.ts` },
      { file: 'server/serve.ts' },
      { file: `${payments}/start-push.ts`, from: `${payments}/routes.ts` },
      { file: `${payments}/push-queries.ts` },
      { file: `${payments}/daraja.ts`, from: `${payments}/start-push.ts` },
      { file: `${payments}/daraja-http.ts` },
    ],
  },
  {
    name: 'amount in a callback -> balance at home',
    limit: 20,
    steps: [
      { file: `${payments}/routes.ts` },
      { file: `${payments}/events.ts` },
      { file: `${payments}/daraja-messages.ts` },
      { file: `${payments}/settle.ts`, from: `${payments}/events.ts` },
      { file: 'rules/payment.ts' },
      { file: `${payments}/ledger-queries.ts`, from: `${payments}/settle.ts` },
      { file: `${payments}/push-state.ts`, from: `${payments}/settle.ts` },
      { file: 'server/socket/sockets.ts', via: 'emitToUser' },
      { file: 'contract/socket.ts' },
      { file: 'web/socket.ts' },
      { file: 'web/payments/payment-updates.ts', via: 'balance', from: 'contract/socket.ts' },
      { file: 'contract/tenancy.ts' },
      { file: 'server/tenancy/routes.ts' },
      { file: 'server/tenancy/summary.ts' },
      { file: 'rules/ledger.ts' },
      { file: 'web/tenancy/home.tsx', from: 'contract/tenancy.ts' },
      { file: 'web/tenancy/room-card.tsx' },
      { file: 'web/payments/balance.tsx' },
      { file: 'web/payments/format-balance.ts' },
      { file: 'rules/money.ts' },
    ],
  },
  {
    name: 'image in the post form -> feed',
    limit: 19,
    steps: [
      { file: `${advertise}/post-form.tsx` },
      { file: `${advertise}/use-post-form.ts` },
      { file: 'web/ui/image-upload.tsx' },
      { file: 'web/ui/shrink-image.ts' },
      { file: 'web/upload.ts', from: `${advertise}/use-post-form.ts` },
      { file: 'contract/posts.ts', from: `${advertise}/use-post-form.ts` },
      { file: `${posts}/routes.ts` },
      { file: 'server/serve.ts' },
      { file: 'server/uploads/receive-form.ts' },
      { file: `${posts}/posts.ts`, from: `${posts}/routes.ts` },
      { file: `${posts}/images.ts` },
      { file: 'server/uploads/read-image.ts' },
      { file: 'server/uploads/public-images.ts' },
      { file: `${posts}/queries.ts`, from: `${posts}/posts.ts` },
      { file: `${posts}/view.ts` },
      { file: 'web/posts/feed/use-feed.ts', from: 'contract/posts.ts' },
      { file: 'web/posts/feed/feed.tsx' },
      { file: 'web/posts/feed/feed-cards.tsx' },
      { file: 'web/posts/post-image.tsx' },
    ],
  },
]

const imports = (from: Module, to: Module) => from.imports.some(({ target }) => target === to.path)
const names = (module: Module, word: string) => new RegExp(`\\b${word}\\b`).test(module.text)

const isConnected = (one: Module, other: Module, via?: string) =>
  via === undefined
    ? imports(one, other) || imports(other, one)
    : names(one, via) && names(other, via)

/** A walk as docs/architecture.md lists it: a line for each directory that it passes. */
export function describeWalk({ name, steps }: Walk): string {
  const lines: { folder: string; files: string[] }[] = []
  for (const { file } of steps) {
    const folder = dirname(file)
    if (lines.at(-1)?.folder !== folder) lines.push({ folder, files: [] })
    lines.at(-1)?.files.push(basename(file))
  }
  const indented = lines.map(
    ({ folder, files }) => `  ${`${folder}/`.padEnd(22)}${files.join(', ')}`,
  )
  return [name, ...indented].join('\n')
}

/** The problems of a walk, as sentences. */
export function checkWalk({ name, limit, steps }: Walk, modules: Map<string, Module>): string[] {
  const problems: string[] = []
  if (steps.length > limit) problems.push(`${steps.length} files; the limit is ${limit}`)
  const files = steps.map(({ file }) => file)
  if (new Set(files).size < files.length) problems.push('a file comes twice')
  for (const [index, { file, from, via }] of steps.entries()) {
    const module = modules.get(file)
    const earlier = files.slice(0, index)
    const before = modules.get(from ?? earlier.at(-1) ?? '')
    if (!module) problems.push(`${file} does not exist`)
    else if (from !== undefined && !earlier.includes(from))
      problems.push(`${from} comes no earlier`)
    else if (before && !isConnected(before, module, via)) {
      const how = via ? `do not both name ${via}` : 'do not import each other'
      problems.push(`${before.path} and ${file} ${how}`)
    }
  }
  return problems.map((problem) => `walk "${name}": ${problem}`)
}
