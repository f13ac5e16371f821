export default function IndexPage() {
  return <h1>Karibu</h1>
}
