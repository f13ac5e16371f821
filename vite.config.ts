import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** A few files instead of forty: on a phone every request costs more than the bytes in it. */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // Not every zod folder: that of the forms' resolver would bring the forms to pages without one.
  // Nor the way in, the community and the staff's pages, which nobody needs at home; nor style, or
  // staff's would come with the landing page.
  {
    name: 'shared',
    test: /[\\/](web[\\/](?!auth|chat|posts|moderation|desk|documents|tenancy[\\/]staff|upload|look[\\/](garden|dusk-sky|house)|ui[\\/](field|form|infinite-list|use-photo|sending|use-action|action-result|confirm))|rules[\\/](?!chat|post|desk|tenant-search)|contract[\\/](?!chat|posts|moderation|desk|documents)|lucide-react|node_modules[\\/]zod[\\/]).*(?<!\.css)$/,
    minShareCount: 3,
  },
  // Before the fields, whose chunk would take the query client with it.
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
  // Apart from the forms, whose fields they are: the assistant does without react-hook-form.
  { name: 'field', test: /[\\/]web[\\/]ui[\\/](field|use-action)/ },
  // The drawings, for home and for the pages of visitors.
  { name: 'house', test: /[\\/]web[\\/]look[\\/](house(?!-at-dusk)|own-window).*(?<!\.css)$/ },
  { name: 'dusk', test: /[\\/]web[\\/]look[\\/](garden|dusk-sky|house-at-dusk).*(?<!\.css)$/ },
  {
    name: 'posts',
    test: /[\\/](web[\\/]posts[\\/][^\\/]+\.tsx?|contract[\\/]posts|rules[\\/]post)/,
    minShareCount: 2,
  },
  // What two pages share, if it is no more than a few lines.
  {
    name: 'small',
    test: /[\\/](web[\\/](layout|ui|look|payments[\\/](format-balance|payment-updates))|rules|lucide-react).*(?<!\.css)$/,
    minShareCount: 2,
    maxModuleSize: 1500,
  },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } }, checks: { pluginTimings: false } },
  },
  // One tree-shaken file with React's production build: external, it would load every icon there is.
  ssr: { noExternal: true },
})
