import { createRequire } from 'node:module'
import type { Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { type ReceiptRow, receiptRows } from '#rules/receipt.ts'

/** Its letters cover the names of the region, ĩ and ũ among them; the PDF standard fonts do not. */
const { resolve } = createRequire(import.meta.url)
const regular = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const bold = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

const ink = '#15211a'
const quiet = '#445047'
const wall = '#1e4435'
const slab = '#3b6b55'
const cream = '#f6e7cb'
const lit = '#f7b13c'
const glass = '#0c1f1b'
const line = '#d8cfba'
const strong = '#7d7561'

const margin = 36
const label_width = 112
const foot_height = 30

type Page = PDFKit.PDFDocument

/** The receipt on one A5 page, as bytes. */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  // Loaded with the first receipt: few are printed, and it is large.
  const { default: PDFDocument } = await import('pdfkit')
  const page: Page = new PDFDocument({
    size: 'A5',
    margins: { top: margin, right: margin, bottom: 0, left: margin },
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: `Receipt ${receipt.number}`,
      Author: receipt.company.name,
      CreationDate: new Date(receipt.paid_at),
    },
  })
  const chunks: Uint8Array[] = []
  page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const written = new Promise<void>((done) => page.on('end', done))
  page.registerFont('regular', regular).registerFont('bold', bold)

  drawHead(page, receipt.company)
  drawAmount(page, receipt)
  // What leaves room for a long reason, or for a name of any length.
  const most_lines = receipt.reason ? 4 : 7
  for (const row of receiptRows(receipt)) drawRow(page, row, most_lines)
  drawFoot(page, receipt.company)
  page.end()
  await written
  return Buffer.concat(chunks)
}

const widthOf = (page: Page) => page.page.width - 2 * margin

/** Within its lines: what is longer ends in dots, so that a receipt stays on its page. */
function write(page: Page, text: string, x: number, y: number, width: number, most_lines: number) {
  const height = page.heightOfString('x') * most_lines + 1
  page.text(text.normalize('NFC'), x, y, { width, height, ellipsis: true })
}

/** The residence: a wall with the mark, its name, and where it is. */
function drawHead(page: Page, { name, address }: Receipt['company']) {
  const width = widthOf(page) - 64
  const full = page.page.width
  // Drawn twice: how tall the wall is follows from what stands on it.
  const words = () => {
    page.font('bold').fontSize(17).fillColor(cream)
    write(page, name, margin, 30, width, 3)
    page.font('regular').fontSize(9.5)
    write(page, address, margin, page.y + 4, width, 3)
  }
  words()
  const bottom = Math.max(96, page.y + 20)
  page.rect(0, 0, full, bottom).fill(wall)
  page.rect(0, bottom, full, 5).fill(slab)
  words()
  drawMark(page, full - margin - 44, 26)
  page.y = bottom + 5
}

/** A capital B that is a house: a lit window above, an open door below. */
function drawMark(page: Page, x: number, y: number) {
  page.save().translate(x, y).scale(0.92)
  page.path('M8 4h24c5 0 8 3 8 8v6c0 3-1.2 5-3.5 6 3 1 4.5 3.5 4.5 7v5c0 5-3 8-8 8H8z').fill(cream)
  page.rect(15, 10.5, 17.5, 11).fill(lit)
  page.rect(15, 26.5, 18.5, 11.5).fill(glass)
  page.rect(22.2, 10, 2.2, 28.5).fill(cream)
  page.rect(4, 44, 40, 2.5).fill(cream)
  page.restore()
}

function drawAmount(page: Page, { number, amount }: Receipt) {
  const top = page.y + 22
  page.font('regular').fontSize(10.5).fillColor(quiet).text(`Receipt ${number}`, margin, top)
  page
    .font('bold')
    .fontSize(32)
    .fillColor(ink)
    .text(ksh(amount), margin, page.y + 2)
  const y = page.y + 10
  page.lineWidth(1.2).dash(4, { space: 4 }).strokeColor(strong)
  page
    .moveTo(margin, y)
    .lineTo(margin + widthOf(page), y)
    .stroke()
    .undash()
  page.y = y + 4
}

function drawRow(page: Page, { label, value, hint }: ReceiptRow, most_lines: number) {
  const y = page.y + 9
  const x = margin + label_width
  const width = widthOf(page) - label_width
  page.font('regular').fontSize(11).fillColor(quiet).text(label, margin, y, { width: label_width })
  page.font('bold').fillColor(ink)
  write(page, value, x, y, width, most_lines)
  if (hint) {
    page.font('regular').fontSize(9).fillColor(quiet)
    write(page, hint, x, page.y + 2, width, 2)
  }
  const below = page.y + 8
  page.lineWidth(0.6).strokeColor(line)
  page
    .moveTo(margin, below)
    .lineTo(margin + widthOf(page), below)
    .stroke()
  page.y = below
}

function drawFoot(page: Page, { phone, email }: Receipt['company']) {
  page.font('regular').fontSize(9).fillColor(quiet)
  const y = page.page.height - foot_height - 6
  write(page, `Asante. Questions? ${formatPhone(phone)}, ${email}`, margin, y, widthOf(page), 2)
}
