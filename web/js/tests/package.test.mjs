// The package as others get it: packed, installed under its name, imported, and compiled against.
// RIMCAST_TGZ is what npm pack made; the compiler is TypeScript's in build/web-tests.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const tarball = resolve(process.env.RIMCAST_TGZ ?? 'build/web/rimcast-0.1.0.tgz');
const compiler = resolve('build/web-tests/node_modules/typescript/bin/tsc');
const here = mkdtempSync(join(tmpdir(), 'rimcast-package-'));
after(() => rmSync(here, { recursive: true, force: true }));

test('the tarball installs without a network and has what it needs, and no more', () => {
    writeFileSync(join(here, 'package.json'), '{ "private": true, "type": "module" }');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball], { cwd: here });
    assert.deepEqual(readdirSync(join(here, 'node_modules/rimcast')).sort(),
                     ['LICENSE', 'README.md', 'core.js', 'flash.js', 'mask.js', 'package.json', 'rimcast.d.ts', 'rimcast.js',
                      'rimcast.wasm', 'shapes.js', 'sprite.js']);
    const { version, dependencies } = JSON.parse(readFileSync(join(here, 'node_modules/rimcast/package.json'), 'utf8'));
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(dependencies, undefined);
});

test('a program imports it by its name', () => {
    writeFileSync(join(here, 'program.js'), `
        import { load, Mask, version } from 'rimcast';
        await load();
        const mask = Mask.fromRows(['.##', '###']);
        console.log(version(), mask.count, mask.outline({ rays: 4 }).hits);`);
    const said = execFileSync(process.execPath, ['program.js'], { cwd: here, encoding: 'utf8' });
    assert.match(said, /^\d+\.\d+\.\d+ 5 4\n$/);
});

test('a strict TypeScript program compiles against it, by either way of finding modules', { skip: !existsSync(compiler) }, () => {
    copyFileSync('web/js/tests/types.ts', join(here, 'types.ts'));
    for (const [module, moduleResolution] of [['esnext', 'bundler'], ['nodenext', 'nodenext']]) {
        writeFileSync(join(here, 'tsconfig.json'), JSON.stringify({
            compilerOptions: { strict: true, noEmit: true, target: 'es2022', module, moduleResolution, lib: ['es2022', 'dom'], types: [] },
            files: ['types.ts'] }));
        const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', here], { encoding: 'utf8' });
        assert.equal(status, 0, stdout);
    }
});
