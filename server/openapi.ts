import { jsonSchemaTransform } from 'fastify-type-provider-zod'

interface FormSchema {
  properties?: Record<string, unknown>
}

/** A route as the OpenAPI document shows it: zod schemas as JSON schemas, and a form with its images. */
export const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const files = document.route.config?.files ?? []
  if (files.length === 0) return { schema, url }
  const body = schema.body as FormSchema | undefined
  const images = files.map((name) => [name, { type: 'string', format: 'binary' }])
  return {
    schema: {
      ...schema,
      body: { ...body, properties: { ...body?.properties, ...Object.fromEntries(images) } },
    },
    url,
  }
}
