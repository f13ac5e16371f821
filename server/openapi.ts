import { jsonSchemaTransform } from 'fastify-type-provider-zod'

interface FormSchema {
  properties?: Record<string, unknown>
}

/** A route as the OpenAPI document shows it: zod schemas as JSON schemas, a form with its images. */
export const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const { files = [], status } = document.route.config ?? {}
  if (status === 204) schema.response = { ...Object(schema.response), 204: nothing }
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

const nothing = { type: 'null', description: 'Done; there is nothing more to say.' }
