// `npm start`: installs what is missing, builds what changed, starts the server on Node 24. Nothing else to know.
import { build, install } from './setup.mjs'
import { endWithParent, serve } from './serve.mjs'

endWithParent()
await install()
await build()
serve()
