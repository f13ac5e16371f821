import { createRequire } from 'node:module'
import type { Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { paperName, paperText } from '#rules/paper-text.ts'
import { formatPhone } from '#rules/phone.ts'
import { type ReceiptRow, receiptClosing, receiptRows, voidSentence } from '#rules/receipt.ts'

/** Has the letters of the region's names, such as ĩ and ũ; the standard fonts of PDF do not. */
const { resolve } = createRequire(import.meta.url)
const regular = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const bold = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

export const colours = {
  text: '#15211a',
  muted: '#445047',
  header: '#1e4435',
  headerEdge: '#3b6b55',
  headerText: '#f6e7cb',
  window: '#f7b13c',
  entrance: '#0c1f1b',
  line: '#d8cfba',
  dashes: '#7d7561',
  error: '#a3261b',
}

export const MARGIN = 36
const LABEL_WIDTH = 112
const FOOTER_HEIGHT = 30
/** The side of the square that the residence's logo fits in. */
const LOGO = 52

export type Page = PDFKit.PDFDocument

interface PdfOptions {
  /** A paper format, or width and height in points. */
  size: 'A4' | 'A5' | [number, number]
  margin?: number
  title: string
  author: string
  created: Date
  /** More about the document, for programs that read it. */
  info?: Record<string, string>
}

/** A PDF in our fonts, as bytes. */
export async function makePdf(
  { size, margin = MARGIN, title, author, created, info }: PdfOptions,
  draw: (page: Page) => void,
): Promise<Uint8Array> {
  // Large and seldom needed, so it is loaded with the first PDF.
  const { default: PDFDocument } = await import('pdfkit')
  const page: Page = new PDFDocument({
    size,
    margins: { top: margin, right: margin, bottom: 0, left: margin },
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: created, ...info },
  })
  const chunks: Uint8Array[] = []
  page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise<void>((done) => page.on('end', done))
  page.registerFont('regular', regular).registerFont('bold', bold)
  draw(page)
  page.end()
  await finished
  return Buffer.concat(chunks)
}

/** The rows of a receipt; a name that can't be drawn has the account number beside it. */
export function paperRows(receipt: Receipt): ReceiptRow[] {
  const { full_name, account_number } = receipt
  return receiptRows({ ...receipt, full_name: full_name && paperName(full_name, account_number) })
}

/** The receipt on one A5 page, as bytes. */
export const receiptPdf = (receipt: Receipt, logo: Buffer | null = null): Promise<Uint8Array> =>
  makePdf(
    {
      size: 'A5',
      title: `Receipt ${receipt.number}`,
      author: receipt.company.name,
      created: new Date(receipt.paid_at),
    },
    (page) => {
      drawHeader(page, receipt.company, logo)
      drawAmount(page, receipt)
      // A long reason leaves less room for each value.
      const maxLines = receipt.voided ? 2 : receipt.reason ? 4 : 7
      for (const row of paperRows(receipt)) drawRow(page, row, maxLines)
      drawFooter(page, receipt)
    },
  )

export const widthOf = (page: Page) => page.page.width - 2 * MARGIN

/** Longer text ends in an ellipsis, so that a receipt stays on one page. */
export function write(
  page: Page,
  text: string,
  x: number,
  y: number,
  width: number,
  maxLines: number,
) {
  const height = page.heightOfString('x') * maxLines + 1
  page.text(paperText(text), x, y, { width, height, ellipsis: true })
}

/** The residence's name and address, with its logo, or else our mark. */
export function drawHeader(page: Page, { name, address }: Receipt['company'], logo: Buffer | null) {
  const width = widthOf(page) - 64
  const fullWidth = page.page.width
  // Drawn twice: its height gives that of the background, which must be drawn below it.
  const drawText = () => {
    page.font('bold').fontSize(17).fillColor(colours.headerText)
    write(page, name, MARGIN, 30, width, 3)
    page.font('regular').fontSize(9.5)
    write(page, address, MARGIN, page.y + 4, width, 3)
  }
  drawText()
  const bottom = Math.max(96, page.y + 20)
  page.rect(0, 0, fullWidth, bottom).fill(colours.header)
  page.rect(0, bottom, fullWidth, 5).fill(colours.headerEdge)
  drawText()
  if (logo)
    page.image(logo, fullWidth - MARGIN - LOGO, 24, {
      fit: [LOGO, LOGO],
      align: 'right',
      valign: 'center',
    })
  else drawMark(page, fullWidth - MARGIN - 44, 26)
  page.y = bottom + 5
}

/** Our mark: a capital B as a building with a window and an entrance. */
function drawMark(page: Page, x: number, y: number) {
  page.save().translate(x, y).scale(0.92)
  page
    .path('M8 4h24c5 0 8 3 8 8v6c0 3-1.2 5-3.5 6 3 1 4.5 3.5 4.5 7v5c0 5-3 8-8 8H8z')
    .fill(colours.headerText)
  page.rect(15, 10.5, 17.5, 11).fill(colours.window)
  page.rect(15, 26.5, 18.5, 11.5).fill(colours.entrance)
  page.rect(22.2, 10, 2.2, 28.5).fill(colours.headerText)
  page.rect(4, 44, 40, 2.5).fill(colours.headerText)
  page.restore()
}

function drawAmount(page: Page, receipt: Receipt) {
  const { number, amount, voided } = receipt
  const top = page.y + 22
  page
    .font('regular')
    .fontSize(10.5)
    .fillColor(colours.muted)
    .text(`Receipt ${number}`, MARGIN, top)
  page
    .font('bold')
    .fontSize(32)
    .fillColor(colours.text)
    .text(ksh(amount), MARGIN, page.y + 2, { strike: voided !== null })
  if (voided) drawVoid(page, receipt, voided)
  const y = page.y + 10
  page.lineWidth(1.2).dash(4, { space: 4 }).strokeColor(colours.dashes)
  page
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(page), y)
    .stroke()
    .undash()
  page.y = y + 4
}

/** A stamp beside the amount, and below it when and why. */
function drawVoid(page: Page, { amount, kind }: Receipt, voided: NonNullable<Receipt['voided']>) {
  const below = page.y
  const x = MARGIN + page.widthOfString(ksh(amount)) + 14
  page.lineWidth(2).strokeColor(colours.error)
  page.rect(x, below - 34, 66, 26).stroke()
  page
    .fontSize(17)
    .fillColor(colours.error)
    .text('VOID', x, below - 30, { width: 66, align: 'center' })
  page.font('regular').fontSize(10.5).fillColor(colours.text)
  write(page, `${voidSentence(voided, kind)} ${voided.reason}`, MARGIN, below + 4, widthOf(page), 4)
}

function drawRow(page: Page, { label, value, hint }: ReceiptRow, maxLines: number) {
  const y = page.y + 9
  const x = MARGIN + LABEL_WIDTH
  const width = widthOf(page) - LABEL_WIDTH
  page
    .font('regular')
    .fontSize(11)
    .fillColor(colours.muted)
    .text(label, MARGIN, y, { width: LABEL_WIDTH })
  page.font('bold').fillColor(colours.text)
  write(page, value, x, y, width, maxLines)
  if (hint) {
    page.font('regular').fontSize(9).fillColor(colours.muted)
    write(page, hint, x, page.y + 2, width, 2)
  }
  const below = page.y + 8
  page.lineWidth(0.6).strokeColor(colours.line)
  page
    .moveTo(MARGIN, below)
    .lineTo(MARGIN + widthOf(page), below)
    .stroke()
  page.y = below
}

function drawFooter(page: Page, receipt: Receipt) {
  const { phone, email } = receipt.company
  page.font('regular').fontSize(9).fillColor(colours.muted)
  const y = page.page.height - FOOTER_HEIGHT - 6
  write(
    page,
    `${receiptClosing(receipt)} ${formatPhone(phone)}, ${email}`,
    MARGIN,
    y,
    widthOf(page),
    2,
  )
}
