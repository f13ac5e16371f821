import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: '.build/web',
  ssr: true,
  // All routes are known at once: a page that is loaded already opens without network.
  routeDiscovery: { mode: 'initial' },
  // One file for each page: a part that couldn't be loaded by itself would be an error of the whole app.
  splitRouteModules: false,
} satisfies Config
