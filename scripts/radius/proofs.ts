let passed = 0
let failed = 0

/** One line for each thing that is proven; a proof that throws has failed. */
export async function prove(what: string, proof: () => Promise<void>): Promise<void> {
  try {
    await proof()
    passed++
    console.log(`  ok    ${what}`)
  } catch (error) {
    failed++
    console.log(`  FAIL  ${what}`)
    console.log(
      `        ${error instanceof Error ? error.message : error}`.replaceAll('\n', '\n        '),
    )
  }
}

/** The last line, and whether everything held. */
export function countProofs(): boolean {
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}
