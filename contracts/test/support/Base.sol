// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Vm {
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address sender) external;
    function chainId(uint256 id) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function expectEmit(address emitter) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function snapshotState() external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
    function toString(uint256 value) external pure returns (string memory);
    function toString(bytes calldata value) external pure returns (string memory);
    function toString(address value) external pure returns (string memory);
    function envOr(string calldata name, string calldata otherwise) external view returns (string memory);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function assume(bool condition) external pure;
}

/// What the tests need of forge-std, which npm does not have.
abstract contract Base {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    address[] private targets;

    function targetContract(address target) internal {
        targets.push(target);
    }

    function targetContracts() external view virtual returns (address[] memory) {
        return targets;
    }

    /// The creation code that is committed, where ARTIFACTS names its folder; else none, and the caller compiles its own.
    function artifactOf(string memory name) internal view returns (bytes memory) {
        string memory folder = vm.envOr("ARTIFACTS", "");
        if (bytes(folder).length == 0) return "";
        return vm.parseJsonBytes(vm.readFile(string.concat(folder, "/", name, ".json")), ".bytecode");
    }

    function create(bytes memory code) internal returns (address made) {
        assembly {
            made := create(0, add(code, 32), mload(code))
        }
        assertTrue(made != address(0), "not made");
    }

    function bound(uint256 x, uint256 least, uint256 most) internal pure returns (uint256) {
        return most - least == type(uint256).max ? x : least + (x % (most - least + 1));
    }

    /// Not require(), which would build the message each time.
    function assertEq(uint256 have, uint256 want, string memory what) internal pure {
        if (have != want) revert(string.concat(what, ": ", vm.toString(have), " != ", vm.toString(want)));
    }

    function assertEq(address have, address want, string memory what) internal pure {
        if (have != want) revert(string.concat(what, ": ", vm.toString(have), " != ", vm.toString(want)));
    }

    function assertEq(bytes memory have, bytes memory want, string memory what) internal pure {
        if (keccak256(have) == keccak256(want)) return;
        revert(string.concat(what, ": ", vm.toString(have), " != ", vm.toString(want)));
    }

    function assertTrue(bool condition, string memory what) internal pure {
        if (!condition) revert(what);
    }

    function assertDone(address target, bytes memory data) internal {
        (bool isDone, bytes memory answer) = target.call(data);
        if (!isDone) revert(string.concat("refused: ", vm.toString(answer)));
    }

    /// The call reverts with exactly this.
    function assertRefused(address target, bytes memory data, bytes memory reason) internal {
        (bool isDone, bytes memory answer) = target.call(data);
        assertTrue(!isDone, "not refused");
        assertEq(answer, reason, "refused for another reason");
    }

    function assertRefused(address target, bytes memory data, bytes4 reason) internal {
        assertRefused(target, data, abi.encodePacked(reason));
    }
}
