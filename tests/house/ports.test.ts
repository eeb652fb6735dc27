/** Every way out of this house is tested by the one suite of its port. */
import { expect, it } from 'vitest'
import { portDefinitions } from '../../src/composition/ports.server.ts'
import { files, textOf } from './source.ts'

const tests = files.filter((file) => file.endsWith('.test.ts'))
it.each(portDefinitions.map(({ name }) => name))('port %s has a suite that runs against what is shipped and every adaptor', (name) => {
  expect(tests.filter((file) => textOf(file).includes(`describePort(${name}Port,`))).toHaveLength(1)
})
